"""War in space and on worlds: battles, invasion, ground combat, bombardment, raids, repair (9)."""
