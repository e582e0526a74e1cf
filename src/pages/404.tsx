import { PageMissing } from '@/shell/page-not-found';

export default function NotFoundPage() {
  return <PageMissing />;
}

NotFoundPage.titleKey = 'common:text-page-not-found';
