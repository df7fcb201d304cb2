package write

// retreat takes out of main every line from an octet on, because what belongs
// there is another line. The lines that are still wanted are first put in the side
// file and flushed to the disk, then main is cut: at no instant is a line nowhere.
func (j *Journal) retreat(from int64) error {
	if err := j.flush(); err != nil {
		return err
	}
	var (
		moved []*kept
		batch []byte
	)
	lay := func() error {
		if len(batch) == 0 {
			return nil
		}
		at, err := j.side.append(batch)
		if err != nil {
			return err
		}
		for _, k := range moved {
			k.in, k.at = j.side.whole, at
			at += int64(k.length)
			j.side.live++
		}
		moved, batch = moved[:0], batch[:0]
		return nil
	}
	if err := j.openSide(); err != nil {
		return err
	}
	for _, k := range j.held {
		if k.dead || k.in != j.main || k.at < from {
			continue
		}
		text, err := j.main.read(k.at, k.length)
		if err != nil {
			return err
		}
		batch, moved = append(batch, text...), append(moved, k)
		if len(batch) >= batchSize {
			if err := lay(); err != nil {
				return err
			}
		}
	}
	if err := lay(); err != nil {
		return err
	}
	if err := j.side.sync(); err != nil {
		return err
	}
	j.held = nil
	return j.main.truncate(from)
}

// withdraw takes every line out of a main that is in no order, and writes again
// those whose pages have been recalled.
func (j *Journal) withdraw() error {
	held := j.held
	j.watch = false // what is still unplaced is in the side file from here on
	if err := j.retreat(j.begins); err != nil {
		return err
	}
	for _, k := range held {
		if k.recalled && !k.dead {
			if err := j.put(k); err != nil {
				return err
			}
		}
	}
	return j.flush()
}
