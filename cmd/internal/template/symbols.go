package template

// Symbols are the replacement strings that can be spelled otherwise, with the flag for it.
var Symbols = []struct{ Text, Flag, Short string }{
	{"{}", "replace", "I"},
	{"{.}", "extensionreplace", "U"},
	{"{/}", "basenamereplace", ""},
	{"{//}", "dirnamereplace", ""},
	{"{/.}", "basenameextensionreplace", ""},
	{"{#}", "seqreplace", ""},
	{"{%}", "slotreplace", ""},
}
