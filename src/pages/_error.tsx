import { PageBroken } from '@/shell/page-broken';

export default function ErrorPage() {
  return <PageBroken />;
}

ErrorPage.titleKey = 'common:text-server-error';
