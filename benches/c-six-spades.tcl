main {
    reject unless {[spades north] == 6}
    set points [hcp north]
    reject unless {$points >= 10 && $points <= 12}
    accept
}
