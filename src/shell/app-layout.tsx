import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { Loader } from '@/components/loader';
import type { PageLayout } from '@/contract/pages';
import { AuthLayout } from './auth-layout';
import { shopSlugOf } from './gate';

/** Its own chunk, because the login page has no use for it; the document's Link header loads it ahead (`web.ts`). */
const ShellOf = dynamic(
  () => import(/* webpackChunkName: "shell" */ './shell-of').then((module) => module.ShellOf),
  {
    loading: () => <Loader isFullScreen />,
  },
);

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
