import { useTranslation } from 'next-i18next/pages';
import { memo } from 'react';
import { env } from '@/lib/env';
import { useSettings } from '@/state/settings';

/** Not seen before the page is: it would be pushed out of sight. */
export const Footer = memo(function Footer() {
  const { t } = useTranslation('common');
  const { siteTitle, siteLink, copyrightText, externalText, externalLink } = useSettings();
  // Logo and name are already shown above.
  const notice = copyrightText?.replace(/^\s*©\s*/, '');

  return (
    <footer className="flex flex-wrap items-center gap-x-1.5 gap-y-1 px-4 pt-2 pb-5 phone:in-[body:has([data-floating])]:pb-20 in-[body:has([data-loading])]:invisible peer-empty:invisible text-small text-ink-third desk:px-6">
      <span>© {new Date().getFullYear()}</span>
      <FooterLink text={siteTitle} url={siteLink} />
      {notice && <bdi>{notice}</bdi>}
      {externalText && <FooterLink text={externalText} url={externalLink} />}
      <span className="ms-auto">{t('text-version', { version: env.version })}</span>
    </footer>
  );
});

function FooterLink({ text, url }: { text: string; url: string | null | undefined }) {
  const address = url && (/^https?:\/\//i.test(url) ? url : `https://${url}`);
  if (!address) return <span>{text}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="relative touch-target underline-offset-2 hover:text-ink hover:underline"
    >
      {text}
    </a>
  );
}
