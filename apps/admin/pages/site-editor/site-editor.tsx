// The site editor with the mail that the draft would send in its preview.
import { SiteEditorPage } from '@maru/site/admin/site-editor-page.tsx';
import { MailSample } from './mail-sample.tsx';

export const SiteEditor = () => <SiteEditorPage MailSample={MailSample} />;
