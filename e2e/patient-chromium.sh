#!/bin/sh
# Pages take what servers leave over of the cores: a market whose ladder comes half a second late has nothing to sell (rules 3.3).
exec nice -n 5 "$PATIENT_CHROMIUM" "$@"
