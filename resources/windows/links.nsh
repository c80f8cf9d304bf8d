; Registers links of the scheme lock-desk for the user, or for all users if the app is installed for them. The quotes keep the link one argument.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\lock-desk" "" "URL:Lock Desk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\lock-desk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\lock-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\lock-desk"
!macroend
