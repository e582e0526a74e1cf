import type { ReactNode } from 'react';
import type { PageLayout } from '@/contract/core/pages';
import { AuthLayout } from './auth-layout';
import { shopSlugOf } from './gate';
import { ShellOf } from './person-shell';

interface AppLayoutProps {
  layout: PageLayout;
  /** Address without base path and language. */
  path: string;
  children: ReactNode;
}

/**
 * The one place where a page gets its frame (reference pages §1.1): administrators, owners and staff at the root, and a
 * shop each have their own menu in the same shell; signing in has a card; some pages have nothing.
 */
export function AppLayout({ layout, path, children }: AppLayoutProps) {
  if (layout === 'none') return children;
  if (layout === 'auth') return <AuthLayout>{children}</AuthLayout>;
  return (
    <ShellOf
      shopSlug={layout === 'shop' ? shopSlugOf(path.split(/[?#]/, 1)[0] ?? '') : undefined}
      path={path}
    >
      {children}
    </ShellOf>
  );
}
