"""Tasks and reports of others, read into ours and written back."""
