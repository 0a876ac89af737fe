"""What a hand costs and what an evening remembers. Pure: no file, clock, SQL, YAML or printing."""
