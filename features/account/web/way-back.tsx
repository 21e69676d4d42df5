// Entry point of the ways back in: find what was forgotten, come home from the bureau, disown a login.
export { FindIdPage } from './find-id-page.tsx';
export { FindPasswordPage } from './find-password-page.tsx';
export { NiceReturnPage } from './nice-return-page.tsx';
export { NotMePage } from './not-me-page.tsx';
