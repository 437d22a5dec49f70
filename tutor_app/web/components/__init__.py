"""What several pages draw with: quotes, traces, dialogs, sidebar, errors."""
