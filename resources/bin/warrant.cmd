@"%~dp0..\node\node.exe" "%~dp0..\app.asar.unpacked\out\main\cli.cjs" %*
