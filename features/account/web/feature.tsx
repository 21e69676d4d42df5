// Door of the sign area: log in and sign up.
export function LoginPage() { return <div />; }
export function SignUpPage() { return <div />; }
