import { useRouter } from 'next/router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Loader } from '@/components/ui/loader';
import { unsavedInput } from '@/lib/session/unsaved-input';
import { lazy } from '@/shell/define-page';
import { AppLayout } from './app-layout';
import { askForTabs } from './menu/section-place';
import { useAccess } from './use-access';

const loading = () => <Loader isFullScreen />;

// Rarely shown.
const AccessDenied = lazy(() => import('./access-denied'), 'AccessDenied', loading);
const MeFailed = lazy(() => import('./me-failed'), 'MeFailed', loading);
const PageMissing = lazy(() => import('./page-not-found'), 'PageMissing', loading);
const AuthLayout = lazy(() => import('./auth-layout'), 'AuthLayout', loading);
const GiveConsents = lazy(() => import('@/features/accounts/auth/give-consents'), 'GiveConsents', loading);
const UnsupportedPage = lazy(() => import('@/components/page/not-found'), 'UnsupportedPage');

interface AuthGateProps {
  /** A sign-in page that does not wait for the access decision. */
  isShownAtOnce?: boolean;
  children: ReactNode;
}

/** Shows the page, redirects to login, or refuses. */
export function AuthGate({ isShownAtOnce = false, children }: AuthGateProps) {
  const router = useRouter();
  const access = useAccess();
  if (!isShownAtOnce) void askForTabs();
  const opened = useRef('');
  useEffect(() => {
    if (access.kind === 'open') opened.current = router.asPath;
  });
  // Whoever loses the right in the middle of a form keeps the text; saving says what is missing.
  const isKept = opened.current === router.asPath && unsavedInput.size > 0;
  if (access.kind === 'denied' && !isKept) return <AccessDenied />;

  switch (access.kind) {
    case 'wait':
      if (!isShownAtOnce) return <Loader isFullScreen />;
      return (
        <AppLayout layout="auth" path={router.asPath}>
          {children}
        </AppLayout>
      );
    case 'redirect':
      return <Loader isFullScreen />;
    case 'missing':
      return <PageMissing />;
    case 'consents':
      return (
        <AuthLayout>
          <GiveConsents />
        </AuthLayout>
      );
    case 'failed':
      return <MeFailed error={access.error} />;
    case 'foreign-shop':
      return (
        <AppLayout layout="app" path={router.asPath}>
          <PageMissing isInShell />
        </AppLayout>
      );
    case 'unsupported':
      return (
        <AppLayout layout="app" path={router.asPath}>
          <UnsupportedPage />
        </AppLayout>
      );
    case 'denied':
    case 'open':
      return (
        <AppLayout layout={access.rule.layout} path={router.asPath}>
          {children}
        </AppLayout>
      );
  }
}
