// Door of the wallet area.
export function AssetPage() { return <div />; }
