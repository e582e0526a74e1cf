import dynamic from 'next/dynamic';
import { Dashboard } from '@/features/dashboard/dashboard';
import { Home } from '@/features/home/home';

const FirstSteps = dynamic(
  () => import('@/features/first-steps/first-steps').then((module) => module.FirstSteps),
  { ssr: false },
);

export default function HomePage() {
  return (
    <>
      <FirstSteps />
      <Home Dashboard={Dashboard} />
    </>
  );
}

HomePage.titleKey = 'common:sidebar-nav-item-dashboard';
