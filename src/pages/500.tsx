import { PageBroken } from '@/shell/page-broken';

export default function BrokenPage() {
  return <PageBroken />;
}

BrokenPage.titleKey = 'common:text-server-error';
