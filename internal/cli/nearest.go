package cli

import "strings"

// nearest gives the known word that word was most likely meant to be, or "":
// the one it begins, else the one fewest slips away (a letter left out, put in,
// changed or swapped with its neighbour), up to a third of its letters.
func nearest(word string, known []string) string {
	word = strings.ToLower(word)
	best, least := "", len([]rune(word))/3+1
	for _, candidate := range known {
		if len(word) >= 3 && strings.HasPrefix(candidate, word) {
			return candidate
		}
		if d := slips(word, candidate); d < least || d == least && best == "" && d <= 2 {
			best, least = candidate, d
		}
	}
	return best
}

// slips is the optimal string alignment distance.
func slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range y {
		rows[0][j+1] = j + 1
	}
	for i := range x {
		for j := range y {
			changed := rows[i][j]
			if x[i] != y[j] {
				changed++
			}
			d := min(changed, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(x)][len(y)]
}
