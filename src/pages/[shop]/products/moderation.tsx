import dynamic from 'next/dynamic';

const ModerationPage = dynamic(() =>
  import('@/features/catalogue/products/moderation/moderation-page').then((module) => module.ModerationPage),
);

export default function ShopModerationPage() {
  return <ModerationPage />;
}

ShopModerationPage.titleKey = 'common:text-moderation';
