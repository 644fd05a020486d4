[Document]
From board=1
To board=2
Board 01=limaplkfaoambcgfoldjelfpfg008
Board 02=ffbfemmgckckpbkckppmefpapi019
