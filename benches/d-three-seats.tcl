main {
    reject unless {[spades north] >= 6}
    set points [hcp north]
    reject unless {$points >= 10 && $points <= 12}
    reject unless {[hearts south] >= 5}
    set points [hcp south]
    reject unless {$points >= 12 && $points <= 14}
    reject unless {[hcp east] <= 7}
    accept
}
