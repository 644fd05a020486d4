[Document]
Board =
Board 1=aaaaaaaaaaaaaaaaaaaaaaaaaa001
Board 99999999999999999999=p
