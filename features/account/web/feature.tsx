// Door of the sign area: log in, sign up, find what was forgotten, disown a login.
export { FindIdPage } from './find-id-page.tsx';
export { FindPasswordPage } from './find-password-page.tsx';
export { LoginPage } from './login-page.tsx';
export { NiceReturnPage } from './nice-return-page.tsx';
export { NotMePage } from './not-me-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
