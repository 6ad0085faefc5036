import { games } from '@pipkin/games'
import { rounds } from './play-round.ts'

const titles = games.map(({ offer }) => offer.title)

/**
 * The texts of each screen as it opens, letter for letter: for a visitor if everyone may see the
 * screen, otherwise for a new player.
 */
export const screenTexts: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'Welcome',
    'Log in',
    'Create account',
    'Most Popular Games',
    'Top 10 Players',
    'Top-3 Winners',
  ],
  '/start': ['Have an Account? Login', 'Create An Account'],
  '/login': ['Mobile number', 'Password', 'Login', 'Create An Account'],
  '/forgot-password': ['Forgot password', 'Email', 'Send link'],
  '/reset-password': ['This link is no longer valid.', 'Ask for a new link'],
  '/not-me': ['This link is no longer valid.', 'Set a new password'],
  '/signup': ['Name', 'Phone', 'Password', 'Email', 'Referral code (optional)', 'Sign Up', 'Login'],
  '/register-verify': ['Resend Code', 'Continue'],
  '/account/terms-conditions': [
    '1. Acceptance',
    '2. Eligibility',
    '3. Game overview',
    '4. Virtual currency',
    '5. Intellectual property',
    '6. Account security',
    '7. User conduct',
    '8. Contact',
    'Agree',
  ],
  '/fairness': titles,
  '/solvency': ['What we owe'],
  '/no-such-screen': ['404 - Page Not Found', 'Go to Home'],

  '/games': [...titles, 'Play', 'Demo'],
  ...Object.fromEntries(
    Object.entries(rounds).flatMap(([game, { demoText }]) => [
      [`/games/${game}`, ['Place your bet', 'Try the demo first']],
      [`/demo-games/${game}`, ['Place your bet', demoText]],
    ]),
  ),
  '/activities': ['Today', 'Previous Activity', 'No activity found for today.'],
  '/account': [
    'My Profile',
    'Wallet',
    'Referral Link',
    'Level Earning',
    'Team',
    'Change Password',
    'Terms and Conditions',
    'Support',
    'Log Out',
  ],
  '/account/wallet': [
    'Deposit',
    'Bonus',
    'Win',
    'Referral',
    'Withdraw',
    'Send',
    'Internal',
    'Transactions',
  ],
  '/account/wallet/deposite': ['Payment method', 'Enter Amount', 'Range 500 - 10,000'],
  '/account/wallet/withdraw': ['Payment method', 'Enter Amount', 'Amount to send', 'Continue'],
  '/account/wallet/send-money': ['Reciver ID', 'Enter Amount', 'Amount to send'],
  '/account/wallet/internal-trasnfer': ['Winning', 'Referal', 'Enter Amount'],
  '/account/invite': ['Your invite code', 'Your link', 'Scan to open the sign-up page'],
  '/account/level-earning': [
    'No data available for level earnings. Please refer to begin earning!',
  ],
  '/account/referral-team': ['Referral team not found. Start sharing to create your team.'],
  '/account/my-profile': ['Meera Nair', 'Edit Profile'],
  '/account/my-profile/edit-profile': ['Full Name', 'Email', 'Mobile', 'Save'],
  '/account/your-data': ['Download my data', 'Close the account', 'Nothing is left'],
  '/account/change-password': ['New password', 'Confirm password', 'Change Password'],
  '/account/security': [
    'Passkeys',
    'Authenticator app',
    'Set up',
    'Sessions',
    'This device',
    'Recent events',
  ],
  '/account/limits/history': ['Since you joined', 'Sessions', 'Days', 'Months'],
  '/account/limits': ['Deposits', 'Losses', 'Stake a round', 'Session reminder', 'Take a break'],
  '/support': ['User Id', 'Transaction Hash', 'Amount', 'Transaction Type', 'Submit'],
  '/notifications': ['No Data Found !'],
  '/kyc': ['Mobile', 'Email', 'PAN', 'Verify'],
}

/** The visitor's texts of screens on which players see others. */
export const visitorTexts: Readonly<Record<string, readonly string[]>> = {
  '/support': ['Your email address', 'Your message', 'Send'],
}
