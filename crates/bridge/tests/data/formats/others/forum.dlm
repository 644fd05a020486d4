[DOCUMENT]
Headline=Club
From Board=1
To Board=3
Duplicates 01=1
Board 01=jlifaelnecgmoldfjmcflinlap023
Board 02=CGCAJJJNAKPKCHIPNJHMBMBPBH021
[Other]
Board 09=nothing
