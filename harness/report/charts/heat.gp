# Each rank's (or host's) rate against the median of its metric: blue is faster, orange slower, white the median.
# n: metrics; m: columns; wide, high: pixels; left: characters of the longest name; tics: host names and where they stand
# $names: y  name      $cells: x  y  ratio      $edges: x between two hosts
set datafile separator "\t"
set datafile missing "nan"
set lmargin at screen (left * 7.2 + 14) / wide
set rmargin at screen 1 - 110.0 / wide
set tmargin at screen 1 - 10.0 / high
set bmargin at screen below / high
set yrange [n - 0.5:-0.5]
set xrange [-0.5:m - 0.5]
set border 0
unset key
set ytics scale 0 textcolor rgb "#1c2128"
set xtics scale 0 rotate by turn right textcolor rgb "#1c2128"
if (turn == 0) { set xtics scale 0 norotate center textcolor rgb "#1c2128" }
eval "set xtics ".tics
set palette defined (0.5 "#d55e00", 0.75 "#f0b48a", 0.95 "#eeeeee", 1.05 "#eeeeee", 1.25 "#8fbfe0", 1.5 "#0072b2")
set cbrange [0.5:1.5]
set cbtics ("50 %%" 0.5, "75 %%" 0.75, "100 %%" 1, "150 %%" 1.5) scale 0 textcolor rgb "#1c2128"
set colorbox user origin screen 1 - 90.0 / wide, screen below / high size screen 14.0 / wide, screen (high - below - 10.0) / high noborder
do for [i = 1:|$edges|] { set arrow from $edges[i] + 0, graph 0 to $edges[i] + 0, graph 1 nohead lw 1.5 lc rgb "#1c2128" front }
plot $cells using 1:2:($1 - 0.48):($1 + 0.48):($2 - 0.44):($2 + 0.44):($3 < 0.5 ? 0.5 : $3 > 1.5 ? 1.5 : $3) with boxxyerror \
	fillstyle solid noborder lc palette, \
	$names using (-9):1:ytic(2) with points pt -1
