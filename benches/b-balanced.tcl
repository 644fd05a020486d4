shapeclass flat {
    expr {$s * $s + $h * $h + $d * $d + $c * $c <= 47}
}
main {
    reject unless {[flat north]}
    set points [hcp north]
    reject unless {$points >= 15 && $points <= 17}
    accept
}
