import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const ModerationPage = dynamic(() =>
  import('@/features/catalogue/products/moderation/moderation-page').then((module) => module.ModerationPage),
);

export default definePage(ModerationPage, { titleKey: 'common:text-moderation' });
