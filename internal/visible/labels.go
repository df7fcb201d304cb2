package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// byWords are what stands before an author's name. Short words of one language are
// taken only in it.
var byWords = []struct{ word, language string }{
	{"written by", ""}, {"words by", ""}, {"posted by", ""}, {"by", ""},
	{"geschrieben von", ""}, {"von", "de"}, {"écrit par", ""}, {"par", "fr"}, {"escrito por", ""}, {"por", "es"}, {"por", "pt"},
	{"scritto da", ""}, {"a cura di", ""}, {"di", "it"}, {"geschreven door", ""}, {"door", "nl"}, {"skrevet av", ""}, {"skrevet af", ""},
	{"av", "sv"}, {"av", "no"}, {"av", "nb"}, {"af", "da"}, {"napsal", "cs"}, {"napisał", "pl"},
	{"author:", ""}, {"autor:", ""}, {"autorin:", ""}, {"auteur:", ""}, {"auteur :", ""}, {"autore:", ""}, {"автор:", ""}, {"yazan:", ""}, {"yazar:", ""},
	{"著者：", ""}, {"著者:", ""}, {"作者：", ""}, {"作者:", ""}, {"文：", ""}, {"글:", ""},
}

// cutBy takes a word such as "by" off a text's beginning. language "" takes only those
// of every language.
func cutBy(text, language string) (rest string, ok bool) {
	language, _, _ = strings.Cut(strings.ToLower(language), "-")
	for _, by := range byWords {
		if by.language != "" && by.language != language {
			continue
		}
		if len(text) < len(by.word) || !strings.EqualFold(text[:len(by.word)], by.word) {
			continue
		}
		rest = text[len(by.word):]
		if next, _ := utf8.DecodeRuneInString(rest); unicode.IsLetter(next) && !strings.HasSuffix(by.word, ":") && !strings.HasSuffix(by.word, "：") {
			continue
		}
		return strings.TrimLeft(rest, " :"), true
	}
	return text, false
}

// startsByline says whether a text may begin a line with an author's name, in any language.
func startsByline(text string) bool {
	for _, by := range byWords {
		if len(text) >= len(by.word) && strings.EqualFold(text[:len(by.word)], by.word) {
			return true
		}
	}
	return false
}

// A kind is what a date is said to be.
type kind uint8

const (
	unsaid kind = iota
	published
	modified
	happens // when something takes place, ends or is due: no date of the page
)

// publishedWords and modifiedWords stand before dates, the longer before those they begin with.
var (
	publishedWords = []string{"date published", "first published", "published on", "published at", "published", "publication date", "posted on", "posted",
		"veröffentlicht am", "veröffentlicht", "erschienen am", "publié le", "publiée le", "mis en ligne le", "publicado el", "publicado em", "publicado en", "publicado",
		"pubblicato il", "pubblicato", "gepubliceerd op", "gepubliceerd", "geplaatst op", "opublikowano", "data publikacji", "publicerad", "publicerat", "udgivet",
		"offentliggjort", "publisert", "publikováno", "zveřejněno", "vydáno", "опубликовано", "дата публикации", "опубліковано", "yayınlanma tarihi", "yayınlanma",
		"julkaistu", "公開日", "投稿日", "掲載日", "发布时间", "发布于", "发布日期", "發布時間", "發佈日期", "등록", "입력"}
	modifiedWords = []string{"date modified", "last updated on", "last updated", "updated on", "updated at", "updated", "last modified", "modified on", "modified",
		"zuletzt aktualisiert am", "zuletzt aktualisiert", "aktualisiert am", "aktualisiert", "letzte aktualisierung", "stand:", "mis à jour le", "mise à jour le", "mis à jour", "modifié le",
		"última actualización", "actualizado el", "actualizado", "ultimo aggiornamento", "aggiornato il", "aggiornato", "última atualização", "atualizado em", "atualizado",
		"laatst bijgewerkt", "bijgewerkt op", "bijgewerkt", "laatst gewijzigd", "zaktualizowano", "ostatnia aktualizacja", "aktualizacja", "senast uppdaterad", "uppdaterad",
		"opdateret", "sist oppdatert", "oppdatert", "aktualizováno", "обновлено", "оновлено", "güncelleme tarihi", "güncellenme tarihi", "güncelleme", "päivitetty",
		"最終更新日", "更新日", "更新时间", "更新於", "수정"}
)

// labelAt says whether a word for a kind of date begins at an offset of a text, and
// how long it is.
func labelAt(text string, at int) (kind, int) {
	if at > 0 {
		if last, _ := utf8.DecodeLastRuneInString(text[:at]); unicode.IsLetter(last) && last < '\u3000' {
			return unsaid, 0
		}
	}
	for k, words := range [][]string{published: publishedWords, modified: modifiedWords} {
		for _, word := range words {
			if len(text)-at < len(word) || !strings.EqualFold(text[at:at+len(word)], word) {
				continue
			}
			next, _ := utf8.DecodeRuneInString(text[at+len(word):])
			if first, _ := utf8.DecodeRuneInString(word); first < '\u3000' && unicode.IsLetter(next) && !strings.HasSuffix(word, ":") {
				continue
			}
			return kind(k), len(word)
		}
	}
	return unsaid, 0
}

// A labelled is a part of a text and the kind its label says.
type labelled struct {
	kind kind
	text string
}

// labels parts a text by the labels in it: what stands behind each, up to the next or
// to a sign that parts.
func labels(text string) []labelled {
	var all []labelled
	start, now := 0, unsaid
	end := func(at int) {
		if now != unsaid {
			all = append(all, labelled{now, text[start:at]})
		}
		now = unsaid
	}
	for at := 0; at < len(text); {
		if k, length := labelAt(text, at); k != unsaid {
			end(at)
			now, start = k, at+length
			at = start
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if strings.ContainsRune("|·•;()—\u2022", r) {
			end(at)
		}
		at += size
	}
	end(len(text))
	return all
}
