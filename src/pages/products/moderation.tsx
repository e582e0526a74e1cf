import { definePage, lazy } from '@/shell/define-page';

const ModerationPage = lazy(
  () => import('@/features/catalogue/products/moderation/moderation-page'),
  'ModerationPage',
);

export default definePage(ModerationPage, { titleKey: 'common:text-moderation' });
