"""What must not break the tutor: dying processes, attacks, messages that nobody would write."""
