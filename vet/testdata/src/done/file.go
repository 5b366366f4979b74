//skua:allow done the whole file drops results

package done

func all(f *frame) {
	f.Fork(1)
	f.Join()
}
