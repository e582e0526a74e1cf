import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { Loader } from '@/components/loader';
import { AccessDenied } from './access-denied';
import { AppLayout } from './app-layout';
import { MeFailed } from './me-failed';
import { PageMissing } from './page-missing';
import { useAccess } from './use-access';

/** Lets through, sends to login, or refuses (specification §4: auth gate); the frame of the page follows from its rule. */
export function AuthGate({ children }: { children: ReactNode }) {
  const router = useRouter();
  const access = useAccess();

  switch (access.kind) {
    case 'wait':
    case 'redirect':
      return <Loader isFullScreen />;
    case 'missing':
      return <PageMissing />;
    case 'denied':
      return <AccessDenied />;
    case 'failed':
      return <MeFailed error={access.error} />;
    case 'foreign-shop':
      return (
        <AppLayout layout="app" path={router.asPath}>
          <PageMissing isInShell />
        </AppLayout>
      );
    case 'open':
      return (
        <AppLayout layout={access.rule.layout} path={router.asPath}>
          {children}
        </AppLayout>
      );
  }
}
