// Door of the sign area: log in and sign up.
export { LoginPage } from './login-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
