import { AccessDenied } from '@/shell/access-denied';

export default function AccessDeniedPage() {
  return <AccessDenied />;
}

AccessDeniedPage.titleKey = 'common:text-access-denied';
