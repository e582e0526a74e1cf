import { PageMissing } from '@/shell/page-missing';

export default function NotFoundPage() {
  return <PageMissing />;
}

NotFoundPage.titleKey = 'common:text-page-not-found';
