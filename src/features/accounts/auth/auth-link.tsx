import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

interface AuthLinkProps {
  href: '/login' | '/login-code' | '/register' | '/forgot-password';
  children: ReactNode;
}

/** Link between the sign-in pages; keeps the page to return to. */
export function AuthLink({ href, children }: AuthLinkProps) {
  const { query } = useRouter();
  const wanted = typeof query.from_url === 'string' ? `?from_url=${encodeURIComponent(query.from_url)}` : '';
  return (
    <Link
      href={`${href}${wanted}`}
      className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
    >
      {children}
    </Link>
  );
}

/** Foot of the pages that lead back to signing in with a password. */
export function ToLogin() {
  const { t } = useTranslation('common');
  return (
    <p className="mt-5 border-t border-line-faint pt-4 text-center">
      <AuthLink href="/login">{t('link-login-password')}</AuthLink>
    </p>
  );
}
