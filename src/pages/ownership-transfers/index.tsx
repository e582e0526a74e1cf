import { TransfersPage } from '@/features/shops/transfers/transfers-page';

export default function OwnershipTransfersPage() {
  return <TransfersPage />;
}

OwnershipTransfersPage.titleKey = 'common:text-ownership-transfers';
OwnershipTransfersPage.texts = ['shops', 'form'];
