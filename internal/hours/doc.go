// Package hours says when the operator lets sites be asked.
//
// In: the words of a setting, "22:00-06:00@Europe/Berlin". Out: [Windows], which give the
// first instant not before another at which one of them is open.
//
// Invariants: windows are civil time in their zone, over changes of daylight-saving time
// too; what they say never depends on where the process runs. The zero Windows is always
// open.
package hours
