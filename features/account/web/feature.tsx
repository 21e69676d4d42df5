// Door of the sign area: log in, sign up.
export { LoginPage } from './login-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
