import dynamic from 'next/dynamic';

const ModerationPage = dynamic(() =>
  import('@/features/catalogue/products/moderation/moderation-page').then((module) => module.ModerationPage),
);

export default function ProductModerationPage() {
  return <ModerationPage />;
}

ProductModerationPage.titleKey = 'common:text-moderation';
