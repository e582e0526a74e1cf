import { Dashboard } from '@/features/dashboard/dashboard';
import { Home } from '@/features/home/home';

export default function HomePage() {
  return <Home Dashboard={Dashboard} />;
}

HomePage.titleKey = 'common:sidebar-nav-item-dashboard';
