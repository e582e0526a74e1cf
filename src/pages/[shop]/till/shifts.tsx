import { ShiftsPage } from '@/features/orders/till/shifts/shifts-page';

export default function TillShiftsPage() {
  return <ShiftsPage />;
}

TillShiftsPage.titleKey = 'common:text-till-shifts';
TillShiftsPage.texts = ['orders', 'form'];
