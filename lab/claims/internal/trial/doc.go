// Package trial proves in tests that the verdict of an experiment is computed: from
// samples made up by hand that confirm the claim, and from changes of them that
// refute it or leave it undecided. And it proves that no verdict rests on samples that
// cannot be, or that are not there. Only tests of lab/claims import it.
package trial
