import { defineModule } from '@/server/core/module';
import { providerRoutes } from './providers/routes';
import { roleRoutes } from './roles/routes';
import { userRoutes } from './routes';
import { authRoutes } from './sign-in/routes';
import { usersService } from './users';
import { viewRoutes } from './vendor-views/routes';

/** Sign-in, sessions, users, addresses, wallets and points. */
export const accounts = defineModule({
  routes: [authRoutes, providerRoutes, roleRoutes, userRoutes, viewRoutes],
  effects: {
    events: {
      session: 'sessions ended, or a role gives other rights',
      settings: 'a way to sign in was opened, changed or closed',
    },
  },
  resources: {
    users: usersService,
  },
});
