"""/away and its buttons: the calendar, the bank, deputies, and seats that change hands."""
