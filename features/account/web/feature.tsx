// Entry point of the sign-up area; logging in is an area of its own, since most who arrive have signed up.
export { SignUpPage } from './sign-up-page.tsx';
