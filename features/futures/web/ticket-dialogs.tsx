// The ticket's settings dialogs, loaded when one is opened.
export { LeverageDialog } from './leverage-dialog.tsx';
export { SettingsBody } from './ticket-settings-body.tsx';
export { MarginTypeDialog, PositionModeDialog } from './mode-dialogs.tsx';
