import { useRouter } from 'next/router';
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
