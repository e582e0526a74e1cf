import { TransfersPage } from '@/features/shops/transfers-page';

export default function OwnershipTransfersPage() {
  return <TransfersPage />;
}

OwnershipTransfersPage.titleKey = 'common:text-ownership-transfers';
